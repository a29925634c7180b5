import { parseArgs } from 'node:util'
import { leaks } from './serve/leaks.mjs'

/** What the command line asks for. @throws TypeError naming the option that cannot be used. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string', default: 'full' },
      leak: { type: 'string' },
      write: { type: 'boolean', default: false },
      'warm-up-seconds': { type: 'string' },
      'sample-ms': { type: 'string', default: '1000' },
      'gc-every': { type: 'string', default: '2' },
    },
  })
  const { leak, write } = values
  if (leak !== undefined && !Object.hasOwn(leaks, leak)) {
    throw new TypeError(`--leak must be one of ${Object.keys(leaks).join(', ')}, not ${leak}`)
  }
  const seconds = positive('minutes', values.minutes) * 60
  const warmUp = values['warm-up-seconds']
  const warmUpSeconds = warmUp === undefined ? Math.max(seconds * 0.2, 30) : positive('warm-up-seconds', warmUp)
  if (warmUpSeconds >= seconds) throw new TypeError(`--minutes must be more than the warm-up of ${warmUpSeconds} s`)
  return {
    seconds,
    warmUpSeconds,
    rate: values.rate === 'full' ? undefined : positive('rate', values.rate),
    sampleMs: positive('sample-ms', values['sample-ms']),
    gcEvery: positive('gc-every', values['gc-every']),
    leak,
    write,
  }
}

function positive(name, text) {
  const value = Number(text)
  if (!(value > 0)) throw new TypeError(`--${name} must be a positive number, not ${text}`)
  return value
}
