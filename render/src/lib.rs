//! Pictures of positions: PNG and GIF for every board shape.
