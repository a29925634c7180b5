import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage } from '../measure/find-package.mjs'

const given = {
  omniport: ['omniport'],
  'sdk-v2': ['@modelcontextprotocol/server', '@modelcontextprotocol/client'],
  'sdk-v1': ['@modelcontextprotocol/sdk'],
  tmcp: ['tmcp', '@tmcp/adapter-zod', '@tmcp/transport-http', '@tmcp/transport-stdio', '@tmcp/transport-in-memory'],
  'mcp-lite': ['mcp-lite'],
}

/** What stands in `node_modules` when a library, client and server, is installed alone; counted where it is installed here. */
export const installSize = [
  fixed('install-packages', 'packages installed with a library', 'packages', (folders) => folders.length),
  fixed('install-size', 'size of these packages', 'MB', (folders) => sum(folders.map(sizeOf)) / 1_000_000),
]

function fixed(name, title, unit, toFigure) {
  const open = async (contender) => ({
    sample: async () => toFigure(closureOf(given[contender])),
    close: async () => {},
  })
  const target = { of: 'value', most: 20 }
  return { name, title, unit, contenders: Object.keys(given), limit: 'omniport', target, rounds: 1, open }
}

/** The folders of packages and of everything that they depend on; peers count where they are not optional. */
function closureOf(names) {
  const found = new Map()
  const visit = (name, from) => {
    const folder = findPackage(name, from)
    if (folder === undefined || found.has(folder)) return
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    found.set(folder, manifest)
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const needed of [...Object.keys(dependencies), ...peers]) visit(needed, folder)
  }
  for (const name of names) visit(name)
  return [...found.keys()]
}

/** Of what is published: in the folder of a package of this repository stands more. */
function sizeOf(folder) {
  const isOurs = !folder.includes('node_modules')
  const wanted = isOurs ? ['dist/bundle', 'dist/types', 'README.md', 'LICENSE', 'package.json'] : readdirSync(folder)
  return sum(wanted.map((name) => bytesUnder(join(folder, name))))
}

function bytesUnder(path) {
  if (path.endsWith('node_modules') || path.endsWith('.tsbuildinfo')) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.size
  return sum(readdirSync(path).map((name) => bytesUnder(join(path, name))))
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0)
}
