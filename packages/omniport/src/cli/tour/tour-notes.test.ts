import { expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { connect } from '../../entries/client.js'
import { createServer, prompt, resource, tool } from '../../entries/index.js'
import { showNotes } from './tour-notes.js'

const asked: unknown[] = []
const ask = (what: string, given: unknown) => void asked.push([what, given])

/** Has what the example has, and remembers what it is asked for. */
const server = createServer({
  ...{ name: 'notes', version: '1', logger: createRecordingLogger() },
  tools: {
    add_note: tool({
      input: { type: 'object' } as const,
      run: (given) => {
        ask('add_note', given)
        return 'Added milk'
      },
    }),
    search_notes: tool({
      input: { type: 'object' } as const,
      output: { type: 'object' } as const,
      run: (given) => {
        ask('search_notes', given)
        return { found: ['milk'] }
      },
    }),
  },
  resources: {
    note: resource({
      uri: 'notes://{id}',
      complete: { id: (typed) => [`${typed}lk`, `${typed}nt`] },
      read: ({ id }) => `The note ${id}`,
    }),
  },
  prompts: {
    review_note: prompt({
      arguments: { type: 'object', properties: { id: { type: 'string' }, style: { type: 'string' } } } as const,
      get: ({ id, style }) => ({
        messages: [
          { role: 'user', content: { type: 'text', text: `Review ${id}.` } },
          { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
          { role: 'user', content: { type: 'text', text: `Be ${style}.` } },
        ],
      }),
    }),
  },
})

test('all that the example has is listed and used', async () => {
  const texts: string[] = []
  const client = await connect(server)
  await showNotes(client, {}, { stdout: async (text) => void texts.push(text) })
  const printed = texts.join('')
  await client.close()
  expect(printed).toMatch(/^notes 1, speaking \d{4}-\d\d-\d\d\n/)
  expect(printed.slice(printed.indexOf('add_note:\n'))).toBe(
    [
      'add_note:\n  Added milk',
      'search_notes for "bottles":\n  {"found":["milk"]}',
      'reading notes://milk:\n  "The note milk"',
      'the prompt review_note:\n  Review milk. Be kind.',
      'completing notes://{id} after "mi":\n  milk, mint\n',
    ].join('\n'),
  )
  expect(asked).toEqual([
    ['add_note', { title: 'Milk', text: 'Buy milk. Two bottles.', tags: ['home'] }],
    ['search_notes', { query: 'bottles' }],
  ])
})
