import type { ResourceContents } from '../../protocol/model/resource.js'
import { digestOfBytes } from '../../skills/digest-of-bytes.js'
import { exactText } from '../../skills/exact-text.js'
import { type Skill, type SkillResource, skillFileName, skillLimits } from '../../skills/skill.js'
import { resolveInSkill } from '../../skills/skill-uri.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { mustBe } from '../../values/options/check-options.js'
import { fromBase64 } from '../../values/text/base64.js'
import { truncate } from '../../values/text/truncate.js'
import { wellFormed } from '../../values/text/well-formed.js'
import type { CallOptions } from '../call-options.js'
import type { ReadSkillResource } from './load-skill.js'
import type { LoadedSkillFile } from './loaded-skill.js'

/** The files of a skill, each held to the entry. */
export class SkillFiles {
  readonly #root: string
  readonly #read: ReadSkillResource
  /** By URI; undefined for a skill that is generated. */
  readonly #listed: ReadonlyMap<string, SkillResource> | undefined
  /** By URI. The entry says how much they can be. */
  readonly #verified = new Map<string, LoadedSkillFile>()
  /** For a skill that is generated: the bytes that were read, by URI. */
  readonly #sizes = new Map<string, number>()

  constructor({ uri, resources }: Skill, read: ReadSkillResource) {
    this.#root = uri.slice(0, -skillFileName.length - 1)
    this.#read = read
    this.#listed = resources === 'dynamic' ? undefined : new Map(resources.map((resource) => [resource.uri, resource]))
  }

  async read(path: string, options?: CallOptions): Promise<LoadedSkillFile> {
    if (typeof path !== 'string') throw mustBe('read: path', 'a path within the skill', path)
    options?.signal?.throwIfAborted()
    const uri = this.#resolve(path)
    const listed = this.#listed?.get(uri)
    const file = this.#verified.get(uri) ?? (await this.#request(uri, listed, options))
    if (listed !== undefined) this.#verified.set(uri, file)
    return { ...file, bytes: file.bytes.slice() }
  }

  /** The URI of a file by its path. Names may be written as in a folder, or as in a URI. spec: extensions/skills#relative-references */
  #resolve(path: string): string {
    const uris = [path, encodeSegments(path)].map((one) => resolveInSkill(this.#root, one))
    const listed = this.#listed
    const uri = uris.find((one) => one !== undefined && (listed === undefined || listed.has(one)))
    if (uri !== undefined) return uri
    const problem = uris.some((one) => one !== undefined)
      ? 'the entry of the skill does not list it'
      : 'the path leaves the skill, or names no file'
    throw new OmniportError('invalid_result', `${truncate(this.#root)}: ${truncate(path)}: ${problem}; it is not read`)
  }

  async #request(
    uri: string,
    listed: SkillResource | undefined,
    options: CallOptions | undefined,
  ): Promise<LoadedSkillFile> {
    const { contents } = await this.#read(uri, options)
    const [content, more] = contents.filter((one) => one.uri === uri)
    if (content === undefined || more !== undefined) throw mismatch(uri, 'the result must have it once')
    const bytes = bytesOf(content, uri, listed?.size ?? skillLimits.bytes)
    if (listed === undefined) this.#count(uri, bytes.length)
    else await verify(bytes, listed)
    const { mimeType } = content
    const text = exactText(bytes)
    return { uri, bytes, ...(typeof mimeType === 'string' && { mimeType }), ...(text !== undefined && { text }) }
  }

  /** spec: extensions/skills#limits */
  #count(uri: string, size: number): void {
    this.#sizes.set(uri, size)
    const bytes = [...this.#sizes.values()].reduce((sum, one) => sum + one, 0)
    if (this.#sizes.size <= skillLimits.files && bytes <= skillLimits.bytes) return
    this.#sizes.delete(uri)
    const limit = `${skillLimits.files} files or ${skillLimits.bytes} bytes`
    throw new OmniportError('limit', `${truncate(uri)}: what was read of this skill is more than ${limit}`)
  }
}

/** The bytes of a file: of its blob, or else of its text, as the codec checks them. More than `maxSize` are not decoded. */
function bytesOf({ text = '', blob }: ResourceContents<string>, uri: string, maxSize: number): Uint8Array<ArrayBuffer> {
  const least = blob === undefined ? text.length : (blob.length / 4) * 3 - 2
  if (least > maxSize) throw mismatch(uri, `its size is more than ${maxSize} bytes`)
  return blob === undefined ? new TextEncoder().encode(text) : fromBase64(blob)
}

/** spec: extensions/skills#verification-on-read */
async function verify(bytes: Uint8Array<ArrayBuffer>, { uri, digest, size }: SkillResource): Promise<void> {
  if (bytes.length !== size) {
    throw mismatch(uri, `its size is ${bytes.length} bytes, and the entry of the skill says ${size}`)
  }
  if ((await digestOfBytes(bytes)) !== digest) throw mismatch(uri, 'its digest is not that of the entry of the skill')
}

function mismatch(uri: string, problem: string): OmniportError {
  return new OmniportError(
    'invalid_result',
    `${truncate(uri)}: ${problem}. It is not used; if the skill has changed, get its entry again`,
  )
}

function encodeSegments(path: string): string {
  return wellFormed(path).split('/').map(encodeURIComponent).join('/')
}
