import { createServer, prompt, resource, tool } from 'omniport'
import { type ServedHttp, serveHttp } from 'omniport/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Io } from '../../packages/omniport/src/cli/process/io.js'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

const noteTool = tool({ run: () => 'done' })
const server = createServer({
  name: 'changing',
  version: '1',
  tools: { first: noteTool },
  resources: {
    milk: resource({ uri: 'notes://milk', read: () => 'Milk' }),
    note: resource({ uri: 'notes://{id}', complete: { id: () => ['a', 'b'] }, read: ({ id }) => id }),
    many: resource({
      uri: 'many://{n}',
      complete: { n: () => Array.from({ length: 120 }, (_, at) => `n${at}`) },
      read: ({ n }) => n,
    }),
  },
  prompts: {
    city: prompt({
      arguments: z.object({ name: z.string(), country: z.string().optional() }),
      complete: {
        name: (typed, ctx) =>
          ctx.arguments['country'] === 'de'
            ? ['Köln']
            : ['Bern', 'Berlin', 'Beirut'].filter((each) => each.startsWith(typed)),
      },
      get: ({ name }) => name,
    }),
  },
})

let served: ServedHttp
beforeAll(async () => {
  served = await serveHttp(server, { port: 0 })
})
afterAll(() => served.close())

/** Runs a verb; `onListening` is called when it says that it listens. */
async function omniport(argv: readonly string[], world: Partial<Io> = {}, onListening = () => {}) {
  const { io, stdout, stderr } = createMemoryIo({ cwd: process.cwd(), ...world })
  const onLine = (line: string) => {
    io.stderr(line)
    if (line.startsWith('Listening for')) onListening()
  }
  const code = await run(argv, { ...io, stderr: onLine })
  return { code, lines: stdout().trimEnd().split('\n'), stderr: stderr() }
}

const eras = [['modern'], ['legacy']] as const

describe.each(eras)('listen, %s', (era) => {
  const listen = (options: readonly string[], world: Partial<Io> = {}) =>
    omniport(['listen', served.url, 'notes://milk', '--count', '2', '--protocol', era, ...options], world, () => {
      server.tools.set('second', noteTool)
      server.resources.updated('notes://milk')
    })

  test.each([
    ['on a terminal, for people', [], { isTerminal: true }, ['changed: the list of tools', 'updated notes://milk']],
    ['with --text', ['--text'], {}, ['changed: the list of tools', 'updated notes://milk']],
    ['in a pipe', [], {}, ['{"type":"resource","uri":"notes://milk"}', '{"type":"tools"}']],
    [
      'with --json',
      ['--json'],
      { isTerminal: true },
      ['{"result":{"type":"resource","uri":"notes://milk"}}', '{"result":{"type":"tools"}}'],
    ],
  ])('prints a line for each change %s', async (_name, options, world, lines) => {
    const { code, lines: printed, stderr } = await listen(options, world)
    expect([code, printed.toSorted(), stderr]).toEqual([
      0,
      lines,
      ['Listening for changes of tools, prompts, resources, notes://milk; Ctrl-C ends it'],
    ])
  })
})

describe.each(eras)('complete, %s', (era) => {
  const complete = (words: readonly string[], world: Partial<Io> = {}) =>
    omniport(['complete', served.url, ...words, '--protocol', era], world)

  test.each([
    ['on a terminal, a value on each line', ['city', 'name=Ber'], { isTerminal: true }, ['Bern', 'Berlin']],
    [
      'in a pipe, as the server gave them',
      ['city', 'name=Ber'],
      {},
      ['{"values":["Bern","Berlin"],"total":2,"hasMore":false}'],
    ],
    [
      'with --json, in the envelope',
      ['city', 'name=Ber', '--json'],
      { isTerminal: true },
      ['{"result":{"values":["Bern","Berlin"],"total":2,"hasMore":false}}'],
    ],
    ['with other arguments', ['city', 'name=', 'country=de', '--text'], {}, ['Köln']],
    ['of a template', ['notes://{id}', 'id', '--text'], {}, ['a', 'b']],
  ])('prints what the server suggests %s', async (_name, words, world, lines) => {
    const { code, lines: printed, stderr } = await complete(words, world)
    expect([code, printed, stderr]).toEqual([0, lines, []])
  })

  test('says on a terminal how many more there are', async () => {
    const { lines } = await complete(['many://{n}', 'n', '--text', '--no-color'])
    expect([lines.length, lines[99], lines[100]]).toEqual([101, 'n99', '… and 20 more'])
  })
})
