import { truncateText } from '../screen/clip-text.js'
import type { Choice } from '../screen/prompts.js'
import type { SessionContext } from '../session-context.js'
import type { Part } from './parts.js'
import { saveFile } from './save-file.js'

/** What is shown of a result. */
export interface Shown {
  readonly server: string
  readonly title: string
  readonly parts: readonly Part[]
  /** The whole result, to be saved as JSON. */
  readonly json: unknown
  readonly isBad?: boolean | undefined
}

/** Shows a result, and offers what can be done with it: saving what is no text, reading what it links to. */
export async function showParts(context: SessionContext, shown: Shown): Promise<void> {
  const { screen } = context
  const text = shown.parts.map((part) => part.text).join('\n\n')
  await screen.print(shown.isBad === true ? 'bad' : 'good', shown.title)
  await screen.print('plain', text === '' ? '(nothing)' : truncateText(text, mostCharacters))
  const choices = [...shown.parts.flatMap((part) => choicesOf(part)), ...wholeOf(shown, text)]
  while (choices.length > 0) {
    const back: Choice<Deed> = { value: { type: 'back' }, label: 'Back' }
    const deed = await screen.select({ message: 'What to do with it', options: [back, ...choices] })
    if (deed === undefined || deed.type === 'back') return
    if (deed.type === 'read') await context.read(shown.server, deed.uri)
    else await saveFile(context, deed)
  }
}

/** More is saved to a file. */
const mostCharacters = 20_000

type Deed =
  | { readonly type: 'back' }
  | { readonly type: 'read'; readonly uri: string }
  | { readonly type: 'save'; readonly bytes: Uint8Array; readonly mimeType: string | undefined }

function choicesOf({ file, uri, text }: Part): readonly Choice<Deed>[] {
  if (uri !== undefined) return [{ value: { type: 'read', uri }, label: `Read ${uri}` }]
  if (file === undefined) return []
  const { base64, mimeType } = file
  return [{ value: { type: 'save', bytes: Buffer.from(base64, 'base64'), mimeType }, label: `Save ${text} to a file` }]
}

/** Where not all of it could be shown. */
function wholeOf({ json }: Shown, text: string): readonly Choice<Deed>[] {
  if (text.length <= mostCharacters) return []
  const bytes = new TextEncoder().encode(JSON.stringify(json, undefined, 2))
  return [{ value: { type: 'save', bytes, mimeType: 'application/json' }, label: 'Save all of it as JSON to a file' }]
}
