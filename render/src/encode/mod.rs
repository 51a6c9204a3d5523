//! Image files of palette indices.

pub(crate) mod gif;
mod lzw;
pub(crate) mod png;

/// The width and the height in pixels of a PNG or a GIF; `None` if it is neither.
pub fn dimensions(file: &[u8]) -> Option<(u32, u32)> {
    if let Some(png) = file.strip_prefix(b"\x89PNG") {
        // After the rest of the signature and the length of the first chunk comes its name.
        let sides = png.get(8..)?.strip_prefix(b"IHDR")?;
        let (width, rest) = sides.split_first_chunk()?;
        let (height, _) = rest.split_first_chunk()?;
        return Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)));
    }
    // A version comes first.
    let sides = file.strip_prefix(b"GIF")?.get(3..)?;
    let (width, rest) = sides.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    let side = |bytes: &[u8; 2]| u32::from(u16::from_le_bytes(*bytes));
    Some((side(width), side(height)))
}
