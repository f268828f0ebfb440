/** An event of a stream. @response */
export interface Note {
  event: 'note'
  id?: string
  text: string
}
