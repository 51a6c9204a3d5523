//! Fields that are stored only where they differ from their default.

/// Declares structs as they are stored. A field with `= default` is left out where it has its default value, and a record
/// without it, such as an older one, reads as if it had that.
macro_rules! stored {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* $vis:vis $field:ident: $type:ty $(= $default:ident)?),* $(,)?
        }
    )*) => {$(
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        pub struct $name {
            $(
                $(#[$field_meta])*
                $(#[serde($default, skip_serializing_if = "crate::model::record::defaults::is_default")])?
                $vis $field: $type
            ),*
        }
    )*};
}

pub(crate) use stored;

/// Whether a field can be left out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
