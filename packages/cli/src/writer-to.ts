/** Node opens a stream when it is first asked for, which a run without a word on stderr is spared. */
export function writerTo(name: 'stdout' | 'stderr'): (text: string) => void {
  let isOpen = false
  return (text) => {
    if (!isOpen) process[name].on('error', throwUnlessClosed)
    isOpen = true
    process[name].write(text)
  }
}

/** A reader that has seen enough (`ctxgen --json | head -1`) is no failure. */
function throwUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
