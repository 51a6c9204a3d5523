//! A Discord in a box: REST, gateway and a chat page on loopback.
