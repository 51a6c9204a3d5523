//! A person's preferences over a server's settings over the defaults.

pub(crate) mod effective;
pub(crate) mod menus;
pub(crate) mod replaced_rooms;
pub(crate) mod space;
