// Loaded before the program under test: says what it used, over a channel beside its protocol.
const { readFileSync } = require('node:fs')

/** The process that is measured in the place of this one, which has started it. */
let measured

process.on('measure', (pid) => {
  measured = pid
})

/** Microseconds of CPU time. */
function cpu() {
  if (measured !== undefined) return Number(readFileSync(`/proc/${measured}/schedstat`, 'utf8').split(' ')[0]) / 1_000
  const { user, system } = process.cpuUsage()
  return user + system
}

process.on('message', (question) => {
  if (question === 'cpu') process.send({ of: 'cpu', value: cpu() })
  if (question === 'memory') {
    for (let times = 0; times < 3; times += 1) globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.send({ of: 'memory', value: { rss, heap: heapUsed + external } })
  }
})
process.channel.unref()
process.on('disconnect', () => process.exit())
