// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { describeConsentRequest } from '../../consent/descriptions/describe-consent-request.js'
import type { ConsentRequest } from '../../consent/requests/consent-request.js'
import { startHost } from '../../fixtures/start-host.js'
import { type ConfigFolder, createConfigFolder, loadFrom } from './fixtures/config-folder.js'

let folder: ConfigFolder

beforeEach(() => {
  folder = createConfigFolder()
})

afterEach(() => folder.remove())

const env = { AWS_SECRET_ACCESS_KEY: 'aws-secret', TRACE: 'on', EMPTY: '', A_TOKEN: 'token-a', PLACE: '/srv', DOT: '.' }

/** The variables that an entry passes on, as `name → field`. */
async function used(entry: object, file = 'mcp.json', root: 'mcpServers' | 'mcp' = 'mcpServers') {
  folder.write(file, JSON.stringify({ [root]: { a: entry } }))
  const { servers } = await loadFrom(folder, file, { env })
  expect(servers['a']?.problem).toBeUndefined()
  return servers['a']?.variables?.map(({ name, field }) => `${name} → ${field}`)
}

test.each<[string, object, readonly string[] | undefined]>([
  ['none', { command: 'c', args: ['${userHome}', 'x'], env: { A: 'b' } }, undefined],
  ['a header', { url: 'http://x', headers: { 'X-Trace': 'a ${TRACE}' } }, ['TRACE → headers.X-Trace']],
  ['an address', { url: 'http://x/?k=${A_TOKEN}' }, ['A_TOKEN → url']],
  ['a command', { command: '${PLACE}/bin/x' }, ['PLACE → command']],
  ['a command in parts', { command: ['c', '$env:TRACE'] }, ['TRACE → command[1]']],
  ['arguments', { command: 'c', args: ['x', '${env:TRACE}${A_TOKEN}'] }, ['A_TOKEN → args[1]', 'TRACE → args[1]']],
  ['variables', { command: 'c', env: { LEVEL: '${TRACE:-off}' } }, ['TRACE → env.LEVEL']],
  ['a folder', { command: 'c', cwd: '${PLACE}' }, ['PLACE → cwd']],
  ['the name of a file that is read here', { command: 'c', envFile: '${DOT}env' }, undefined],
  ['what is inherited', { command: 'c', env_vars: ['NO', 'TRACE'] }, ['TRACE → env_vars[1]']],
  ['what must be inherited', { command: 'c', env_keys: ['A_TOKEN'] }, ['A_TOKEN → env_keys[0]']],
  ['headers by name', { url: 'http://x', env_http_headers: { X: 'TRACE' } }, ['TRACE → env_http_headers.X']],
  ['a token by name', { url: 'http://x', bearerTokenEnv: 'A_TOKEN' }, ['A_TOKEN → bearerTokenEnv']],
  ['a token', { url: 'http://x', bearerToken: '${A_TOKEN}' }, ['A_TOKEN → bearerToken']],
  [
    'a login',
    { url: 'http://x', oauth: { clientId: 'c', clientSecret: '${A_TOKEN}', issuer: 'https://${TRACE}' } },
    ['A_TOKEN → oauth.clientSecret', 'TRACE → oauth.issuer'],
  ],
  [
    'a secret of a login by name',
    { url: 'http://x', auth: { clientId: 'c', clientSecretEnv: 'A_TOKEN' } },
    ['A_TOKEN → auth.clientSecretEnv'],
  ],
  ['a default in place of a value', { command: 'c', args: ['${NO:-x}', '${EMPTY:-y}'] }, undefined],
  ['what is not passed on', { command: 'c', other: '${TRACE}', description: '${TRACE}' }, undefined],
])('the variables whose values leave are known: %s', async (_what, entry, expected) => {
  folder.write('.env', 'A=1')
  expect(await used(entry)).toEqual(expected)
})

test('so are those of other spellings', async () => {
  expect(await used({ command: 'c', args: ['$TRACE'] }, '.gemini/settings.json')).toEqual(['TRACE → args[0]'])
  const local = { type: 'local', command: ['c', '{env:A_TOKEN}'] }
  expect(await used(local, 'opencode.json', 'mcp')).toEqual(['A_TOKEN → command[1]'])
})

test('who is asked to start a server is told which values leave, where they go, and again when that changes', async () => {
  verifies('SEC-10', 'SEC-11')
  const write = (headers: object) =>
    folder.write('mcp.json', JSON.stringify({ mcpServers: { a: { url: 'https://other.example/mcp', headers } } }))
  const asked: ConsentRequest[] = []
  const host = startHost({
    servers: {},
    ask: (request) => {
      asked.push(request)
      return { answer: 'deny', remember: 'session' }
    },
  })
  const start = async () => {
    await host.setServers((await loadFrom(folder, 'mcp.json', { env })).servers)
    await expect(host.start('a')).rejects.toMatchObject({ code: 'denied' })
  }
  write({ 'X-Trace': '${TRACE}' })
  await start()
  write({ 'X-Trace': '${AWS_SECRET_ACCESS_KEY}' })
  await start()
  await start()
  const yours = asked.map((request) =>
    describeConsentRequest(request).lines.filter(({ label }) => label === 'Your variable'),
  )
  const line = (name: string) => ({
    label: 'Your variable',
    text: `${name}: its value is sent to other.example, in headers.X-Trace`,
    isUntrusted: true,
  })
  expect(yours).toEqual([[line('TRACE')], [line('AWS_SECRET_ACCESS_KEY')]])
  expect(JSON.stringify([asked, host.audit, host.servers])).not.toContain('aws-secret')
})

test('values of variables with the name of a secret are not written down, whatever argument they are in', async () => {
  verifies('HOST-04')
  const entry = { command: 'no-such-program', args: ['${AWS_SECRET_ACCESS_KEY}', '--level=${TRACE}'] }
  folder.write('mcp.json', JSON.stringify({ mcpServers: { a: entry } }))
  const { servers } = await loadFrom(folder, 'mcp.json', { env })
  const host = startHost({ servers, policy: () => 'allow' })
  await expect(host.start('a')).rejects.toMatchObject({ code: 'unreachable' })
  expect(host.audit.find(({ type }) => type === 'decision')).toMatchObject({
    subject: 'no-such-program *** --level=on',
  })
})
