import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { createMemoryIo } from './memory-io.js'

const cwd = fileURLToPath(new URL('fixtures', import.meta.url))

async function outcome(...argv: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  const code = await run(['skills', ...argv], io)
  const failure = code === 0 ? undefined : JSON.parse(stderr().at(-1) ?? '').error
  return { code, result: code === 0 ? JSON.parse(stdout()) : stdout(), failure }
}

const description = 'Refunds a customer'
const text = '---\n"name": "refunds"\n"description": "Refunds a customer"\n---\n\nSee mail.md.\n'

test('the skills of a server are listed', async () => {
  const { code, result } = await outcome('skills.mjs')
  expect(code).toBe(0)
  expect(result.skills.slice(0, 4)).toEqual([
    { name: 'refunds', uri: 'skill://a/refunds/SKILL.md', description, files: 3, bytes: text.length + 10 },
    { name: 'same', uri: 'skill://a/same/SKILL.md', description, files: 1, bytes: text.length - 3 },
    { name: 'same', uri: 'skill://b/same/SKILL.md', description, files: 1, bytes: text.length - 3 },
    { name: 'live', uri: 'skill://live/SKILL.md', description, files: 'dynamic' },
  ])
})

test.each([
  [['refunds'], { uri: 'skill://a/refunds/SKILL.md', mimeType: 'text/markdown', text }],
  [['skill://a/refunds/SKILL.md'], { uri: 'skill://a/refunds/SKILL.md', mimeType: 'text/markdown', text }],
  [['refunds', './mail.md'], { uri: 'skill://a/refunds/mail.md', mimeType: 'text/markdown', text: 'Dear you' }],
  [['refunds', 'logo.png'], { uri: 'skill://a/refunds/logo.png', mimeType: 'image/png', blob: 'if8=' }],
  [['live', 'now'], { uri: 'skill://live/now', mimeType: 'application/octet-stream', text: 'now' }],
])('a file of one is read: %j', async (words, contents) => {
  expect(await outcome('skills.mjs', ...words)).toEqual({ code: 0, result: contents, failure: undefined })
})

test.each<[readonly string[], number, string, string]>([
  [['skills.mjs', 'refunds', 'other.md'], 5, 'invalid_result', 'does not list it'],
  [['skills.mjs', 'refunds', '../same/SKILL.md'], 5, 'invalid_result', 'leaves the skill'],
  [['skills.mjs', 'fickle', 'a'], 5, 'invalid_result', 'its digest is not that of the entry'],
  [['skills.mjs', 'other'], 5, 'not_found', 'lists no skill other'],
  [['skills.mjs', 'same'], 1, 'usage', 'skill://a/same/SKILL.md, skill://b/same/SKILL.md'],
  [['skills.mjs', 'skill://other/SKILL.md'], 5, 'protocol', 'No skill is served'],
  [['skills.mjs', 'refunds', 'mail.md', 'more'], 1, 'usage', 'got "more" as well'],
  [['tools.mjs'], 5, 'unsupported', 'io.modelcontextprotocol/skills'],
])('%j fails with exit code %d', async (words, code, kind, message) => {
  const { failure, ...rest } = await outcome(...words)
  expect(rest).toEqual({ code, result: '' })
  expect(failure).toMatchObject({ code: kind, message: expect.stringContaining(message) })
})
