import { parseArgs } from 'node:util'
import { defaultLanguage, type Language } from './languages.js'
import { findTemplate, type Template, templates } from './templates.js'

/** What the command line says. Undefined members are to be asked for. */
export interface Choices {
  readonly folder: string | undefined
  readonly template: Template | undefined
  readonly language: Language
  readonly isInstalled: boolean
  /** True: print the help, or the version, and do nothing. */
  readonly isHelp: boolean
  readonly isVersion: boolean
}

/** @throws Error that says what is wrong with the words. */
export function parseChoices(words: readonly string[]): Choices {
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
  const [folder, extra] = positionals
  if (extra !== undefined) throw new Error(`Give one folder; got "${extra}" as well`)
  if (values.ts && values.js) throw new Error('Give --ts or --js, not both')
  const [first] = templates
  return {
    folder: folder ?? (values.yes ? defaultFolder : undefined),
    template: values.template === undefined ? (values.yes ? first : undefined) : findTemplate(values.template),
    language: values.ts ? 'ts' : values.js ? 'js' : defaultLanguage(),
    isInstalled: values['no-install'] !== true,
    isHelp: values.help === true,
    isVersion: values.version === true,
  }
}

export const defaultFolder = 'omniport-project'

const options = {
  template: { type: 'string', short: 't' },
  yes: { type: 'boolean', short: 'y' },
  ts: { type: 'boolean' },
  js: { type: 'boolean' },
  'no-install': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

export const help = `Usage: npm create omniport [folder] -- [options]

Makes a project with an MCP server, client, host or app.

  -t, --template <name>  ${templates.map(({ name }) => name).join(', ')}
  -y, --yes              ask nothing: the folder is ${defaultFolder}, and the template ${templates[0].name}
      --ts, --js         the language; TypeScript where Node runs it by itself
      --no-install       do not install the packages
  -h, --help             this text
  -v, --version          the version
`
