import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Client, connect } from 'omniport/client'
import { createHost } from 'omniport/host'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'

const program = fileURLToPath(new URL('programs/sdk-2-skills-server.mjs', import.meta.url))
const server = (...args: string[]) => ({ command: process.execPath, args: [program, ...args] })

let client: Client | undefined
afterEach(() => client?.close())

test('skills of a server of the SDK 2.4.0 are listed, loaded and verified by our client', async () => {
  verifies('SKILL-02')
  client = await connect(server())
  expect(client.revision).toBe('2026-07-28')
  const [entry] = await client.listSkills()
  expect([entry?.uri, entry?.frontmatter['metadata'], entry?.resources.length]).toEqual([
    'skill://acme/refunds/SKILL.md',
    { level: 2 },
    3,
  ])
  const skill = await client.skill('skill://acme/refunds/SKILL.md')
  expect(skill.text).toContain('See [the letter](examples/email.md).')
  expect((await skill.read('examples/email.md')).text).toBe('Dear customer, größere Beträge …\r\n')
  const logo = await skill.read('logo.png')
  expect([logo.mimeType, [...logo.bytes], logo.text]).toEqual(['image/png', [0x89, 0x50, 0x4e, 0x47, 0xff], undefined])
  await expect(client.readDirectory('skill://acme/refunds')).rejects.toMatchObject({ code: 'unsupported' })
})

test('a file that such a server changed after its entry was made is refused', async () => {
  client = await connect(server('stale'))
  const skill = await client.skill('skill://acme/refunds/SKILL.md')
  await expect(skill.read('examples/email.md')).rejects.toMatchObject({
    code: 'invalid_result',
    message: expect.stringContaining('its digest is not that of the entry of the skill'),
  })
})

test('a host asks before it loads one, and gives its text as that of the server', async () => {
  const asked: string[] = []
  const host = createHost({
    servers: { sdk: server() },
    policy: ({ type }) => {
      asked.push(type)
      return 'allow'
    },
  })
  const [found] = await host.skills()
  expect([found?.name, found?.files, found?.state]).toEqual(['sdk__refunds', 3, 'undecided'])
  const { text } = await host.loadSkill('sdk__refunds')
  expect([asked.at(-1), text.split('\n')[0]]).toEqual([
    'skill',
    '<skill server="sdk" uri="skill://acme/refunds/SKILL.md">',
  ])
  await host.close()
})
