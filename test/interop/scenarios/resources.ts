import type { Peer } from '../peers.js'
import type { Scenario } from './scenario.js'

const mimeType = 'text/plain'

/** Resources, templates, and the completion of their variables. */
export const resources: readonly Scenario[] = [
  {
    name: 'resources are listed',
    play: async (driver) => byName(await driver.listResources()),
    expected: () => [
      { name: 'dot', uri: 'note://dot', mimeType: 'image/png' },
      { name: 'today', uri: 'note://today', description: 'What is due', mimeType },
    ],
  },
  {
    name: 'templates are listed',
    play: (driver) => driver.listResourceTemplates(),
    expected: () => [{ name: 'named', uriTemplate: 'note://by-name/{name}', description: 'Notes by name', mimeType }],
  },
  {
    name: 'text is read',
    play: async (driver) => (await driver.readResource('note://today'))['contents'],
    expected: () => [{ uri: 'note://today', mimeType, text: 'Water' }],
  },
  {
    name: 'bytes are read',
    play: async (driver) => (await driver.readResource('note://dot'))['contents'],
    expected: () => [{ uri: 'note://dot', mimeType: 'image/png', blob: 'AAH/' }],
  },
  {
    name: 'what a template names is read',
    play: async (driver) => (await driver.readResource('note://by-name/milk'))['contents'],
    expected: () => [{ uri: 'note://by-name/milk', mimeType, text: 'Note milk' }],
  },
  {
    name: 'a resource that is not there is an error',
    play: (driver) => driver.readResource('note://nope').catch(({ code }) => code),
    expected: (peer) => (saysNotFound(peer) ? -32002 : -32602),
  },
  {
    name: 'the variable of a template is completed',
    play: (driver) =>
      driver.complete({
        ref: { type: 'ref/resource', uri: 'note://by-name/{name}' },
        argument: { name: 'name', value: 'mi' },
      }),
    expected: () => ['milk', 'mint'],
  },
]

/**
 * Older revisions have a code of their own, which a gateway puts in place of that of a modern server. The newest release tells of errors
 * as the newest revision has them all the same.
 */
function saysNotFound({ name, revision, isOurServer, clientName = name }: Peer): boolean {
  const isOurs = isOurServer || (clientName !== name && name.startsWith('2.'))
  return isOurs && revision < '2026-07-28' && !clientName.startsWith('2.')
}

function byName(items: readonly { readonly name?: unknown }[]): unknown {
  return items.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
}
