export { openSocket, type SocketClose, type TestSocket, UpgradeRefused } from './adapter/open-socket.ts'
export { DocumentError, documented } from './testing/documented.ts'
export { eventsOf, type ReceivedEvent } from './testing/events-of.ts'
