import { CliError } from '../errors/cli-error.js'

/** A package of the npm registry. */
export interface PackageSpec {
  readonly name: string
  /** A version, a range or a tag. */
  readonly version: string
}

/** Parses `name` or `name@version`. @throws CliError `usage` for anything else that npm would install. */
export function parsePackageSpec(text: string): PackageSpec {
  const [, name, version = 'latest'] = pattern.exec(text) ?? []
  if (name !== undefined && name.length <= longestName) return { name, version }
  throw new CliError(
    'usage',
    `run: "${text}" is no package of the npm registry; give its name, such as @scope/server or server@1.2.3`,
  )
}

/** spec: npm package-json#name */
const pattern = /^((?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*)(?:@([\w^~<>=.*+| -]+))?$/
const longestName = 214
