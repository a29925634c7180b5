import process from 'node:process'

/** Listens on a free port of this machine, and says which as a line. */
export function listenAnywhere(http) {
  http.keepAliveTimeout = 300_000
  http.listen(0, '127.0.0.1', () => process.stdout.write(`${http.address().port}\n`))
}
