import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { type Choices, defaultFolder } from './choices.js'
import { type Template, templates } from './templates.js'

/** The terminal of a person. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

export interface ProjectChoice {
  readonly folder: string
  readonly template: Template
}

/** Asks for what the command line does not say. An empty answer is the default. Rejects with Error if the input ends. */
export async function askForRest({ folder, template }: Choices, { input, output }: Terminal): Promise<ProjectChoice> {
  const lines = createInterface({ input, output })
  const ended = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new Error('Nothing was made: the questions were not answered')))
  })
  ended.catch(() => {}) // closing after the last answer is no failure
  const ask = async (text: string) => (await Promise.race([lines.question(text), ended])).trim()
  try {
    const folderAnswer = folder ?? ((await ask(`Folder (${defaultFolder}): `)) || defaultFolder)
    return { folder: folderAnswer, template: template ?? (await askForTemplate(ask, output)) }
  } finally {
    lines.close()
  }
}

async function askForTemplate(ask: (text: string) => Promise<string>, output: Writable): Promise<Template> {
  const width = Math.max(...templates.map(({ name }) => name.length))
  for (const [index, { name, description }] of templates.entries()) {
    output.write(`  ${index + 1}  ${name.padEnd(width)}  ${description}\n`)
  }
  const [first] = templates
  for (;;) {
    const answer = await ask(`Template (${first.name}): `)
    const found = templates.find(({ name }, index) => answer === name || answer === String(index + 1))
    if (answer === '') return first
    if (found !== undefined) return found
    output.write(`"${answer}" is not in the list; give a number or a name\n`)
  }
}
