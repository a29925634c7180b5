import { formatLine } from '../../output/format-line.js'
import { isModern } from '../../wire/known-revisions.js'
import { StdioWire } from '../../wire/stdio-wire.js'
import type { Rule } from './rule.js'

/** What a program does with its streams. They run last. */
export const stdioRules: readonly Rule[] = [
  {
    name: 'clean-stdout',
    title: 'stdout has messages and nothing else, one a line',
    requirements: ['STDIO-02', 'STDIO-03'],
    level: 'must',
    transport: 'stdio',
    check: async ({ wire }) => {
      const [first] = wire.garbage
      return first === undefined ? undefined : `it wrote "${formatLine(first)}"; what is for people belongs on stderr`
    },
  },
  {
    name: 'no-server-requests',
    title: 'the server sends no requests',
    requirements: ['BASE-19', 'STDIO-09'],
    level: 'must',
    applies: isModern,
    check: async ({ wire, revision }) => {
      const sent = wire.log.recorded.find(
        ({ message, from, revision: at }) =>
          from === 'server' &&
          at === revision &&
          typeof message === 'object' &&
          message !== null &&
          'method' in message &&
          'id' in message,
      )
      return sent === undefined ? undefined : `it sent ${formatLine(JSON.stringify(sent.message).slice(0, 200))}`
    },
  },
  {
    name: 'exits-at-end',
    title: 'the program exits when its stdin ends',
    requirements: ['STDIO-15'],
    level: 'should',
    transport: 'stdio',
    check: async ({ wire }) => {
      if (!(wire instanceof StdioWire)) return undefined
      return (await wire.endInput()) ? undefined : 'it went on; it had to be ended'
    },
  },
]
