export { DocumentError, documented } from './testing/documented.ts'
export { eventsOf, type ReceivedEvent } from './testing/events-of.ts'
