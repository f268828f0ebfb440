// Loaded before the command: says at its end how much memory it had at most.
process.channel?.unref()
process.on('exit', () => {
  if (process.connected) process.send(process.resourceUsage().maxRSS / 1024)
})
