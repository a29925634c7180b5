// A server that says all that it was given, on stderr and on stdout, and exits.
import process from 'node:process'

const given = `${process.argv.slice(2).join(' ')} ${JSON.stringify(process.env)}`
process.stdout.write(`${given.slice(given.indexOf('{"'))}\n`)
process.stdout.write(`started with ${given}\n`)
process.stderr.write(`cannot go on: ${process.argv.slice(2).join(' ')}\n${JSON.stringify(process.env)}\n`)
process.stdin.once('data', () => process.exit(3))
