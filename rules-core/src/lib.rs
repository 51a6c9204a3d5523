//! The rules of the five games: shapes, squares, positions, moves, notation, game record.
