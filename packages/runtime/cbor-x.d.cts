export { Decoder, Encoder } from 'cbor-x/index-no-eval'
