import fc from 'fast-check'
import { stringify as toToml } from 'smol-toml'
import { expect, test } from 'vitest'
import { stringify as toYaml } from 'yaml'
import { FieldFault } from './field-fault.js'
import { parseConfig } from './parse-config.js'
import { type FileContext, readServers } from './read/read-servers.js'

const context: FileContext = {
  env: {},
  predefined: new Map(),
  displayPath: 'config',
  isNeeded: () => true,
  resolve: (path) => path,
  input: (_id, path) => Promise.reject(new FieldFault(path, ': nobody')),
  readEnvFile: async () => new Map(),
}

async function read(text: string, file: string) {
  const parsed = await parseConfig(text, { file, workspaceFolder: '/' })
  return parsed === undefined ? undefined : readServers([parsed], () => context)
}

const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/[${\0]/.test(text))
// `<<` is what YAML merges other entries with.
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/[\0=]|^<<$/.test(text))
const entry = fc.record({
  command: plain.filter((text) => text !== ''),
  args: fc.array(plain, { maxLength: 4 }),
  env: fc.dictionary(name, plain, { maxKeys: 4 }),
})
const entries = fc.dictionary(name, entry, { minKeys: 1, maxKeys: 5 })

test.each([
  ['json', (servers: object) => JSON.stringify({ mcpServers: servers }, undefined, 2)],
  ['yaml', (servers: object) => toYaml({ mcpServers: servers })],
  ['toml', (servers: object) => toToml({ mcp_servers: servers })],
])('what is written as %s comes back, whatever it is', async (format, write) => {
  await fc.assert(
    fc.asyncProperty(entries, async (servers) => {
      const found = await read(write(servers), `config.${format}`)
      const targets = Object.entries(found ?? {}).map(([server, { target }]) => [server, target])
      // Names that are whole numbers come first in any object.
      expect(Object.fromEntries(targets)).toEqual(Object.fromEntries(Object.entries(servers)))
    }),
    { numRuns: 100 },
  )
})

test('a text of any kind is a config, or a fault', async () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ':', '"', '-', '\n', ' ', 'a', '=', '#', '&', '*') }),
  )
  await fc.assert(
    fc.asyncProperty(
      anyText,
      fc.constantFrom('config.json', 'config.yaml', 'config.toml', 'config'),
      async (text, file) => {
        const fault = await read(text, file).then(
          () => 'ConfigFault',
          (reason: Error) => reason.name,
        )
        expect(fault).toBe('ConfigFault')
      },
    ),
    { numRuns: 300 },
  )
})
