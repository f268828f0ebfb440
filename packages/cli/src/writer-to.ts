/** Opens the stream on first use: a run without output on stderr saves the cost. */
export function writerTo(name: 'stdout' | 'stderr'): (text: string) => void {
  let isOpen = false
  return (text) => {
    if (!isOpen) process[name].on('error', throwUnlessClosed)
    isOpen = true
    process[name].write(text)
  }
}

/** Ignores a reader that closes early: `ctxgen --json | head -1`. */
function throwUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
