import { readFile, stat } from 'node:fs/promises'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { Config, ConfigProblem } from '../../config/config.js'
import { ConfigFault, formatLocation } from '../../config/config-fault.js'
import { ConfigInputValues } from '../../config/expand/config-input-values.js'
import { FieldFault, type FieldPath } from '../../config/field-fault.js'
import { configLocations } from '../../config/find/config-locations.js'
import { parseDotenv } from '../../config/parse/parse-dotenv.js'
import { type ParsedConfig, parseConfig } from '../../config/parse-config.js'
import { type FileContext, readServers } from '../../config/read/read-servers.js'
import type { ServerSettings } from '../../servers/settings/server-settings.js'
import type { ConfigEnvironment } from './config-environment.js'
import { discoverConfigs } from './discover-configs.js'

export interface ReadConfig {
  readonly config: Config
  /** Files that have become unreadable; `config` has their last readable content. Each is listed once per content. */
  readonly broken: readonly ConfigProblem[]
}

/** Reads one file, or the files of all hosts, repeatedly. */
export class ConfigReader {
  readonly #file: string | undefined
  readonly #environment: ConfigEnvironment
  readonly #inputValues: ConfigInputValues
  /** The last readable content by file. */
  readonly #lastParsed = new Map<string, ParsedConfig | undefined>()
  readonly #reported = new Map<string, string>()
  readonly #envFiles = new Set<string>()

  constructor(file: string | undefined, environment: ConfigEnvironment) {
    this.#file = file === undefined ? undefined : environment.path.resolve(environment.cwd, file)
    this.#environment = environment
    this.#inputValues = new ConfigInputValues(environment.input)
  }

  /** All files that `read` depends on, existing or not. */
  get paths(): readonly string[] {
    const files = this.#file === undefined ? configLocations(this.#environment).map(({ file }) => file) : [this.#file]
    return [...files, ...this.#envFiles]
  }

  /** Rejects with OmniportError `invalid_config` if a single given file cannot be read and never could. */
  async read(): Promise<ReadConfig> {
    const files = this.#file === undefined ? await this.#discover() : [this.#file]
    const [problems, broken]: [ConfigProblem[], ConfigProblem[]] = [[], []]
    const parsed: ParsedConfig[] = []
    for (const file of files) {
      const problem = await this.#parse(file)
      if (problem !== undefined && this.#lastParsed.has(file)) broken.push(...this.#unreported(problem))
      else if (problem !== undefined) problems.push(problem)
      else this.#reported.delete(file)
      const lastParsed = this.#lastParsed.get(file)
      if (lastParsed !== undefined) parsed.push(lastParsed)
    }
    const [problem] = problems
    if (this.#file !== undefined && problem !== undefined) throw new OmniportError('invalid_config', problem.message)
    this.#envFiles.clear()
    const servers = await readServers(parsed, (file) => this.#contextOf(file))
    return { config: new LoadedConfig(servers, { files, problems }), broken }
  }

  /** A file that was removed counts as absent, not as broken. */
  async #discover(): Promise<readonly string[]> {
    const { cwd, home, env, platform } = this.#environment
    const files = (await discoverConfigs({ cwd, home, env, platform })).map(({ file }) => file)
    for (const file of this.#lastParsed.keys()) if (!files.includes(file)) this.#lastParsed.delete(file)
    return files
  }

  #unreported(problem: ConfigProblem): readonly ConfigProblem[] {
    if (this.#reported.get(problem.file) === problem.message) return []
    this.#reported.set(problem.file, problem.message)
    return [problem]
  }

  async #parse(file: string): Promise<ConfigProblem | undefined> {
    try {
      const { workspaceFolder } = this.#environment
      const parsed = await parseConfig(await readConfigFile(file), { file, workspaceFolder })
      if (parsed === undefined && file === this.#file) throw new ConfigFault(noServers)
      this.#lastParsed.set(file, parsed)
      return undefined
    } catch (reason) {
      if (!(reason instanceof ConfigFault)) throw reason
      return { file, message: `${this.#locationOf(file, reason)}: ${reason.message}` }
    }
  }

  #contextOf({ file, inputs }: ParsedConfig): FileContext {
    const { env, home, path, needed } = this.#environment
    const folder = path.dirname(file)
    // A file in a folder such as `.vscode` describes the folder around it.
    const base = path.basename(folder).startsWith('.') ? path.dirname(folder) : folder
    const resolve = (text: string) =>
      path.resolve(
        base,
        text.replace(/^~(?=$|[\\/])/, () => home),
      )
    return {
      env,
      predefined: this.#predefinedVariables(),
      displayPath: this.#displayPath(file),
      isNeeded: (name) => needed === undefined || needed.includes(name),
      resolve,
      input: (id, field) => this.#inputValues.value({ id, definition: inputs.get(id), file, path: field }),
      readEnvFile: (envFile, field) => this.#readEnvFile(envFile, field),
    }
  }

  #predefinedVariables(): ReadonlyMap<string, string> {
    const { cwd, home, path, workspaceFolder } = this.#environment
    return new Map([
      ['workspaceFolder', workspaceFolder],
      ['workspaceFolderBasename', path.basename(workspaceFolder)],
      ['userHome', home],
      ['cwd', cwd],
      ['pathSeparator', path.sep],
      ['/', path.sep],
    ])
  }

  async #readEnvFile(file: string, field: FieldPath): Promise<ReadonlyMap<string, string>> {
    this.#envFiles.add(file)
    try {
      return parseDotenv(await readConfigFile(file))
    } catch (reason) {
      if (!(reason instanceof ConfigFault)) throw reason
      throw new FieldFault(field, `: ${this.#locationOf(file, reason)}: ${reason.message}`)
    }
  }

  #locationOf(file: string, { line }: ConfigFault): string {
    return formatLocation({ file: this.#displayPath(file), line })
  }

  /** The path relative to the working or home folder, if it is inside. */
  #displayPath(file: string): string {
    const { cwd, home, path } = this.#environment
    const fromCwd = path.relative(cwd, file)
    if (!fromCwd.startsWith('..') && !path.isAbsolute(fromCwd)) return fromCwd
    const fromHome = path.relative(home, file)
    return fromHome.startsWith('..') || path.isAbsolute(fromHome) ? file : path.join('~', fromHome)
  }
}

const noServers = 'no servers found: expected one of mcpServers, servers, mcp_servers, mcp, extensions'

/** A config whose `files` is a getter of the class, so that a spread leaves it out. */
class LoadedConfig implements Config {
  readonly servers: Config['servers']
  readonly problems: readonly ConfigProblem[]
  readonly #files: readonly string[]

  constructor(servers: Readonly<Record<string, ServerSettings>>, found: Pick<Config, 'files' | 'problems'>) {
    this.servers = servers
    this.problems = found.problems
    this.#files = found.files
  }

  get files(): readonly string[] {
    return this.#files
  }
}

async function readConfigFile(file: string): Promise<string> {
  try {
    const found = await stat(file)
    // Reading a pipe could block.
    if (!found.isFile()) throw new ConfigFault('is not a regular file')
    if (found.size > maxFileBytes) throw new ConfigFault(`is longer than ${maxFileBytes / 1024 / 1024} MiB`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (reason) {
    if (reason instanceof ConfigFault) throw reason
    const { code } = reason as NodeJS.ErrnoException // `stat`, `readFile` and `decode` throw errors of this type
    throw new ConfigFault(`cannot be read: ${reasons.get(code ?? '') ?? code}`)
  }
}

const maxFileBytes = 4 * 1024 * 1024

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EACCES', 'it may not be read'],
  ['EPERM', 'it may not be read'],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'it is not UTF-8'],
])
