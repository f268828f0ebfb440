/** A body that cannot be read at all. Its message is safe to show to the client. */
export class BodyFault extends Error {}
