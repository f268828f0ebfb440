/** A whole number in the safe range, ±(2^53 - 1). */
export type int = number
/** A whole number from -128 to 127. */
export type int8 = number
/** A whole number from -32768 to 32767. */
export type int16 = number
/** A whole number from -2^31 to 2^31 - 1. */
export type int32 = number
/** A whole number from -2^63 to 2^63 - 1. */
export type int64 = bigint
/** A whole number from 0 to 2^53 - 1. */
export type uint = number
/** A whole number from 0 to 255. */
export type uint8 = number
/** A whole number from 0 to 65535. */
export type uint16 = number
/** A whole number from 0 to 2^32 - 1. */
export type uint32 = number
/** A whole number from 0 to 2^64 - 1. */
export type uint64 = bigint
/** A number whose size fits 32 bits (±3.4028234663852886e38). */
export type float32 = number
/** Any finite number. */
export type float64 = number
