//! How large a picture is, read from the beginning of its file.

/// The width and the height in pixels of a PNG or a GIF; `None` if it is neither.
pub fn dimensions(file: &[u8]) -> Option<(u32, u32)> {
    match file {
        // The signature, then the length and the name of the first chunk.
        [
            b'\x89',
            b'P',
            b'N',
            b'G',
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            b'I',
            b'H',
            b'D',
            b'R',
            rest @ ..,
        ] => {
            let (width, rest) = rest.split_first_chunk()?;
            let (height, _) = rest.split_first_chunk()?;
            Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
        }
        [b'G', b'I', b'F', _, _, _, rest @ ..] => {
            let (width, rest) = rest.split_first_chunk()?;
            let (height, _) = rest.split_first_chunk()?;
            let side = |bytes: &[u8; 2]| u32::from(u16::from_le_bytes(*bytes));
            Some((side(width), side(height)))
        }
        _ => None,
    }
}
