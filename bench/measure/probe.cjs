// Loaded before the program under test: says what it used, over a channel beside its protocol.
process.on('message', (question) => {
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send({ of: 'cpu', value: user + system })
  }
  if (question === 'memory') {
    for (let times = 0; times < 3; times += 1) globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.send({ of: 'memory', value: { rss, heap: heapUsed + external } })
  }
})
process.channel.unref()
process.on('disconnect', () => process.exit())
