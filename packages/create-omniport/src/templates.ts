/** A kind of project. */
export interface Template {
  readonly name: string
  /** One line for the person who chooses. */
  readonly description: string
  /** The folders with its files, below `templates` of the package. No two have a file of the same name. */
  readonly folders: readonly string[]
  /** The packages that it needs beside `omniport` and `zod`. */
  readonly packages: readonly string[]
  /** What to try after the tests. Names of source files end in `.js`. */
  readonly command: string
}

/** All templates; the first one is the default. */
export const templates: readonly [Template, ...Template[]] = [
  {
    name: 'server',
    description: 'a server that hosts start, over stdio',
    folders: ['greeting', 'stdio', 'server'],
    packages: [],
    command: 'npx omniport call hello name=Ada -- node main.js',
  },
  {
    name: 'http',
    description: 'a server over HTTP',
    folders: ['greeting', 'http'],
    packages: [],
    command: 'npm start',
  },
  {
    name: 'client',
    description: 'a program that starts a server and calls its tool',
    folders: ['sample', 'client'],
    packages: [],
    command: 'npm start',
  },
  {
    name: 'host',
    description: 'a program that reads a config file and asks a person before use',
    folders: ['sample', 'host'],
    packages: [],
    command: 'npm start',
  },
  {
    name: 'app',
    description: 'a server whose tool has a page that hosts show',
    folders: ['stdio', 'app'],
    packages: ['@omniport/app'],
    command: 'npx omniport call roll sides=6 -- node main.js',
  },
]

/** @throws Error if there is none of that name. */
export function findTemplate(name: string): Template {
  const found = templates.find((template) => template.name === name)
  if (found !== undefined) return found
  throw new Error(`There is no template "${name}"; give ${templates.map((template) => template.name).join(', ')}`)
}
