import { join, posix } from 'node:path'
import { CliError } from '../errors/cli-error.js'
import { type FileObject, isFileObject, readJson } from './json-file.js'

/** The manifest of a bundle, with the members that are needed here. */
export interface BundleManifest {
  readonly name: string
  readonly version: string
  readonly entryPoint: string
  /** The text for the file `manifest.json`. */
  readonly text: string
  /** It was made, because the folder has none. */
  readonly isMade: boolean
}

/** Reads `manifest.json` of a folder, or makes one of its `package.json`. Rejects with CliError `usage` for one that is not right. */
export async function readManifest(folder: string): Promise<BundleManifest> {
  const own = await readJson(join(folder, 'manifest.json'))
  const manifest = own ?? makeManifest(await readPackage(folder))
  const { manifest_version, name, version, description, author, server } = manifest
  const isNamed = typeof name === 'string' && /^[\w@][\w@/. -]*$/.test(name)
  const entryPoint = isFileObject(server) ? server['entry_point'] : undefined
  const problems = [
    !/^0\.[1-4]$/.test(String(manifest_version)) && 'manifest_version must be "0.1" to "0.4"',
    !isNamed && 'name must have letters, digits, dots, dashes and underscores',
    !isVersion(version) && 'version must be one such as "1.0.0"',
    !(typeof description === 'string' && description !== '') && 'description must say what the server does',
    !(isFileObject(author) && typeof author['name'] === 'string') && 'author must be an object with a name',
    ...serverProblems(server),
  ].filter((problem) => typeof problem === 'string')
  if (problems.length > 0) {
    const place = own === undefined ? 'package.json (there is no manifest.json)' : 'manifest.json'
    throw new CliError('usage', `pack: ${place}: ${problems.join('; ')}`)
  }
  return {
    name: String(name),
    version: String(version),
    entryPoint: posix.normalize(String(entryPoint)),
    text: `${JSON.stringify(manifest, undefined, 2)}\n`,
    isMade: own === undefined,
  }
}

export function isVersion(version: unknown): version is string {
  return typeof version === 'string' && /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(version)
}

async function readPackage(folder: string): Promise<FileObject> {
  const found = await readJson(join(folder, 'package.json'))
  if (found === undefined) throw new CliError('usage', `pack: ${folder} has neither manifest.json nor package.json`)
  return found
}

function makeManifest(of: FileObject): FileObject {
  const { name, version, description, license, keywords, homepage, repository } = of
  const entry = entryOf(of)
  const server = {
    type: 'node',
    entry_point: entry,
    mcp_config: { command: 'node', args: [`\${__dirname}/${entry}`] },
  }
  const made = { manifest_version: '0.3', name: String(name).replace(/^@[^/]*\//, ''), version, description }
  const url = isFileObject(repository) ? repository['url'] : repository
  const optional = {
    license,
    keywords,
    homepage,
    repository: typeof url === 'string' ? { type: 'git', url } : undefined,
  }
  return { ...made, author: authorOf(of['author']), server, ...optional }
}

/** The program of the package, else its main module. */
function entryOf({ bin, main }: FileObject): string | undefined {
  const programs = isFileObject(bin) ? Object.values(bin) : [bin]
  const entry = programs.find((path) => typeof path === 'string') ?? main
  return typeof entry === 'string' ? posix.normalize(entry) : undefined
}

/** npm also takes `Name <mail> (url)`. */
function authorOf(author: unknown): unknown {
  if (typeof author !== 'string') return author
  const [, name = '', email, url] = /^([^<(]*)(?:<([^>]*)>)?\s*(?:\(([^)]*)\))?$/.exec(author) ?? []
  return { name: name.trim(), ...(email !== undefined && { email }), ...(url !== undefined && { url }) }
}

function serverProblems(server: unknown): readonly (string | false)[] {
  if (!isFileObject(server)) return ['server must be an object']
  const { type, entry_point: entry, mcp_config: config } = server
  const isInside = typeof entry === 'string' && !/^(\.\.(\/|$)|\/|[a-z]:)|\\/i.test(posix.normalize(entry))
  const isCommand = isFileObject(config) && typeof config['command'] === 'string'
  return [
    !['node', 'python', 'binary', 'uv'].includes(String(type)) && 'server.type must be node, python, binary or uv',
    !isInside && 'server.entry_point must be a file of the folder (package.json: bin or main)',
    !isCommand && type !== 'uv' && 'server.mcp_config must have a command',
  ]
}
