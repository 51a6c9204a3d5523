//! What need not be stored.

/// Whether a value need not be written, since an older record that lacks it means the same.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
