import type { Choice } from '../screen/prompts.js'
import { truncateText } from '../screen/truncate-text.js'
import type { SessionContext } from '../session/session-context.js'
import type { Part } from './parts.js'
import { saveFile } from './save-file.js'

export interface DisplayedResult {
  readonly server: string
  readonly title: string
  readonly parts: readonly Part[]
  /** The whole result, to save as JSON. */
  readonly json: unknown
  readonly isBad?: boolean | undefined
}

/** Shows a result, and offers to save its files and to read its links. */
export async function showParts(context: SessionContext, displayed: DisplayedResult): Promise<void> {
  const { screen } = context
  const text = displayed.parts.map((part) => part.text).join('\n\n')
  await screen.print(displayed.isBad === true ? 'bad' : 'good', displayed.title)
  await screen.print('plain', text === '' ? '(nothing)' : truncateText(text, mostCharacters))
  const choices = [...displayed.parts.flatMap((part) => choicesOf(part)), ...saveAllChoice(displayed, text)]
  while (choices.length > 0) {
    const back: Choice<PartAction> = { value: { type: 'back' }, label: 'Back' }
    const action = await screen.select({ message: 'What to do with it', options: [back, ...choices] })
    if (action === undefined || action.type === 'back') return
    if (action.type === 'read') await context.read(displayed.server, action.uri)
    else await saveFile(context, action)
  }
}

const mostCharacters = 20_000

type PartAction =
  | { readonly type: 'back' }
  | { readonly type: 'read'; readonly uri: string }
  | { readonly type: 'save'; readonly bytes: Uint8Array; readonly mimeType: string | undefined }

function choicesOf({ file, uri, text }: Part): readonly Choice<PartAction>[] {
  if (uri !== undefined) return [{ value: { type: 'read', uri }, label: `Read ${uri}` }]
  if (file === undefined) return []
  const { base64, mimeType } = file
  return [{ value: { type: 'save', bytes: Buffer.from(base64, 'base64'), mimeType }, label: `Save ${text} to a file` }]
}

/** Long results are shown in part only. */
function saveAllChoice({ json }: DisplayedResult, text: string): readonly Choice<PartAction>[] {
  if (text.length <= mostCharacters) return []
  const bytes = new TextEncoder().encode(JSON.stringify(json, undefined, 2))
  return [{ value: { type: 'save', bytes, mimeType: 'application/json' }, label: 'Save all of it as JSON to a file' }]
}
