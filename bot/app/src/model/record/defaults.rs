//! Values that need not be stored.

/// Whether a field can be skipped, since a record without it reads as the default.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
