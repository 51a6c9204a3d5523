//! Declares enums of commands from the rows of [`table`](crate::protocol::table).

/// Declares an enum of commands with the columns of their rows.
macro_rules! declare_commands {
    (
        $ctx:ident, $request:ident;
        $(#[$enum_doc:meta])*
        $enum:ident:
        $(
            $(#[$doc:meta])*
            $name:ident
            $(($($field:ident: $type:ty),+))?
            $({ $($(#[$member_doc:meta])* $member:ident: $member_type:ty),+ $(,)? })?
            : $need:expr, $discretion:expr, $reads:expr $(, costs $costs:expr)?
            => $run:expr $(, named $named:expr)?;
        )+
    ) => {
        $(#[$enum_doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(clippy::large_enum_variant, reason = "one command is handled at a time")]
        pub enum $enum {
            $(
                $(#[$doc])*
                $name
                $(($($type),+))?
                $({ $($(#[$member_doc])* $member: $member_type),+ })?,
            )+
        }

        #[allow(unused_variables, reason = "a column needs some fields of its row, and others do not")]
        impl $enum {
            /// Returns the people who may give this command. No one may while their data is being deleted.
            pub fn needs(&self) -> Need {
                match self {
                    $(Self::$name $(($($field),+))? $({ $($member),+ })? => $need,)+
                }
            }

            /// Returns the permitted readers of the answer. A use case may still keep an open one secret.
            pub fn discretion(&self) -> Discretion {
                match self {
                    $(Self::$name $(($($field),+))? $({ $($member),+ })? => $discretion,)+
                }
            }

            /// Returns the record that the command is about.
            pub(crate) fn reads(&self) -> Reads<'_> {
                match self {
                    $(Self::$name $(($($field),+))? $({ $($member),+ })? => $reads,)+
                }
            }

            /// Whether it makes the engine think at length for the author, or reads a position that they set up.
            pub fn is_costly(&self) -> bool {
                match self {
                    $(Self::$name $(($($field),+))? $({ $($member),+ })? => false $(|| $costs)?,)+
                }
            }
        }
    };
}
pub(crate) use declare_commands;
