// Loaded before the command: prints its peak memory on exit.
process.channel?.unref()
process.on('exit', () => {
  if (process.connected) process.send(process.resourceUsage().maxRSS / 1024)
})
