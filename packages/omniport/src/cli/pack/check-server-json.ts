import { join } from 'node:path'
import { CliError } from '../errors/cli-error.js'
import { isFileObject, readJson } from './json-file.js'
import { isVersion } from './read-manifest.js'

/**
 * Checks the `server.json` of a folder, which describes a server for the registry of MCP, if there is one: the name that the registry
 * proves by `mcpName` of `package.json`, and the versions. Rejects with CliError `usage`. Returns if there was one.
 */
export async function checkServerJson(folder: string): Promise<boolean> {
  const server = await readJson(join(folder, 'server.json'))
  if (server === undefined) return false
  const manifest = (await readJson(join(folder, 'package.json'))) ?? {}
  const { name, version, description, packages } = server
  const { mcpName, version: ofPackage, name: packageName } = manifest
  const own = (Array.isArray(packages) ? packages : []).filter(
    (each) => isFileObject(each) && each['identifier'] === packageName,
  )
  const problems = [
    !/^[\w.-]+\/[\w.-]+$/.test(String(name)) && 'name must be such as "io.github.you/server"',
    name !== mcpName && `name is ${quote(name)}, and mcpName of package.json ${quote(mcpName)}; they must be equal`,
    !isVersion(version) && 'version must be one such as "1.0.0"',
    isVersion(version) &&
      version !== ofPackage &&
      `version is ${quote(version)}, and that of package.json ${quote(ofPackage)}`,
    !(typeof description === 'string' && description.length > 0 && description.length <= 100) &&
      'description must have 1 to 100 characters',
    ...own.map(
      (each) =>
        each.version !== ofPackage &&
        `packages: ${quote(packageName)} has the version ${quote(each.version)}, not ${quote(ofPackage)}`,
    ),
  ].filter((problem) => typeof problem === 'string')
  if (problems.length > 0) throw new CliError('usage', `pack: server.json: ${problems.join('; ')}`)
  return true
}

function quote(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value)
}
