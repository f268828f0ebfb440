/** Whether a client asks for a WebSocket. */
export function isUpgrade({ headers }: Request): boolean {
  return headers.get('upgrade')?.toLowerCase() === 'websocket'
}
