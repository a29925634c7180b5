// Loaded into a program before it starts: as it exits, it writes the CPU time that it used, in microseconds, to stream 3.
const { writeSync } = require('node:fs')
const process = require('node:process')

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, String(user + system))
})
