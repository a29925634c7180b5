import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Client, textOf } from '../../entries/client.js'
import { listEverything } from '../client/list-everything.js'
import { type CallLimits, withClient } from '../client/with-client.js'
import type { Invocation } from '../command-line/invocation.js'
import { plain } from '../output/style.js'
import type { Io } from '../process/io.js'
import { formatEverything } from '../render/format-lists.js'

/** Starts the notes example on a temporary folder, shows its lists and uses all its features. */
export async function tourNotes(io: Io): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'omniport-notes-'))
  try {
    await withClient(notesIn(directory), io, (client, limits) => showNotes(client, limits, io))
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** Prints what a server like the example has, and what each of its features gives. */
export async function showNotes(client: Client, limits: CallLimits, io: Pick<Io, 'stdout'>): Promise<void> {
  await io.stdout(`${formatEverything(await listEverything(client, limits), page)}\n`)
  for (const [what, use] of uses) await io.stdout(`${what}\n  ${await use(client, limits)}\n`)
}

function notesIn(directory: string): Invocation {
  const program = fileURLToPath(new URL('../../../../../examples/notes/dist/main.js', import.meta.url))
  return {
    target: { type: 'command', command: process.execPath, args: [program] },
    words: [],
    options: { env: [`NOTES_DIR=${directory}`], header: [] },
  }
}

type Use = (client: Client, limits: CallLimits) => Promise<string>

const page = { columns: 100, style: plain }

const note = { title: 'Milk', text: 'Buy milk. Two bottles.', tags: ['home'] }

const uses: readonly (readonly [what: string, use: Use])[] = [
  ['add_note:', async (client, limits) => textOf(await client.callTool('add_note', note, limits))],
  [
    'search_notes for "bottles":',
    async (client, limits) =>
      JSON.stringify((await client.callTool('search_notes', { query: 'bottles' }, limits)).structuredContent),
  ],
  [
    'reading notes://milk:',
    async (client, limits) => JSON.stringify((await client.readResource('notes://milk', limits)).contents[0]?.text),
  ],
  [
    'the prompt review_note:',
    async (client, limits) => {
      const { messages } = await client.getPrompt('review_note', { id: 'milk', style: 'kind' }, limits)
      return messages.flatMap(({ content }) => (content.type === 'text' ? [content.text] : [])).join(' ')
    },
  ],
  [
    'completing notes://{id} after "mi":',
    async (client, limits) => {
      const ref = { type: 'ref/resource', uri: 'notes://{id}' } as const
      return (await client.complete(ref, { name: 'id', value: 'mi' }, limits)).values.join(', ')
    },
  ],
]
