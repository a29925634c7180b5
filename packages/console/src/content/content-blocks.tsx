import { Foreign, Tag } from '../elements/parts.js'
import { isSchema as isObject, type Schema as JsonMap, own, textOf } from '../form/schema/schema.js'
import { JsonTree } from './json-tree.js'
import { Markdown } from './markdown.js'
import { AudioView, FileLink, ImageView } from './media.js'

const maxBlocks = 200

/** Content as a model sees it: each block by what it is. A block of another type is shown as it came. */
export function ContentBlocks({ blocks }: { readonly blocks: readonly unknown[] }) {
  return (
    <div class="blocks">
      {blocks.slice(0, maxBlocks).map((block, index) => (
        <ContentBlock key={index} block={block} />
      ))}
      {blocks.length > maxBlocks && <p class="soft">{`${blocks.length - maxBlocks} more are in the tree.`}</p>}
    </div>
  )
}

function ContentBlock({ block }: { readonly block: unknown }) {
  if (!isObject(block)) return <JsonTree value={block} />
  const type = textOf(block, 'type')
  const audience = audienceOf(block)
  return (
    <article class="block">
      {(type !== 'text' || audience !== '') && (
        <p class="block-head">
          <span>{type ?? 'content'}</span>
          {audience !== '' && <Tag title="For whom the server means it">{audience}</Tag>}
        </p>
      )}
      <BlockBody block={block} type={type} />
    </article>
  )
}

function BlockBody({ block, type }: { readonly block: JsonMap; readonly type: string | undefined }) {
  const mimeType = textOf(block, 'mimeType') ?? ''
  const data = own(block, 'data')
  if (type === 'text') return <TextView text={String(own(block, 'text') ?? '')} mimeType="text/markdown" />
  if (type === 'image' && typeof data === 'string') return <ImageView base64={data} mimeType={mimeType} />
  if (type === 'audio' && typeof data === 'string') return <AudioView base64={data} mimeType={mimeType} />
  const resource = own(block, 'resource')
  if (type === 'resource' && isObject(resource)) return <ResourceContent content={resource} />
  if (type === 'resource_link') return <ResourceLink link={block} />
  return <JsonTree value={block} />
}

/** One of the contents of a resource: text or bytes. */
export function ResourceContent({ content }: { readonly content: JsonMap }) {
  const [text, blob] = [own(content, 'text'), own(content, 'blob')]
  const mimeType = textOf(content, 'mimeType') ?? ''
  const uri = textOf(content, 'uri') ?? 'resource'
  return (
    <>
      <p class="block-head">
        <code>
          <Foreign inline text={uri} />
        </code>
        {mimeType !== '' && <Tag>{mimeType}</Tag>}
      </p>
      {typeof text === 'string' && <TextView text={text} mimeType={mimeType} />}
      {typeof blob === 'string' && <BytesView base64={blob} mimeType={mimeType} uri={uri} />}
    </>
  )
}

function BytesView({
  base64,
  mimeType,
  uri,
}: {
  readonly base64: string
  readonly mimeType: string
  readonly uri: string
}) {
  if (mimeType.startsWith('image/')) return <ImageView base64={base64} mimeType={mimeType} />
  if (mimeType.startsWith('audio/')) return <AudioView base64={base64} mimeType={mimeType} />
  return <FileLink base64={base64} name={uri.split('/').at(-1) ?? 'file'} />
}

function ResourceLink({ link }: { readonly link: JsonMap }) {
  return (
    <>
      <p>
        <strong>
          <Foreign inline text={textOf(link, 'title') ?? textOf(link, 'name') ?? 'resource'} />
        </strong>{' '}
        <code>
          <Foreign inline text={textOf(link, 'uri') ?? ''} />
        </code>
      </p>
      {textOf(link, 'description') !== undefined && <Foreign text={textOf(link, 'description') ?? ''} />}
    </>
  )
}

function TextView({ text, mimeType }: { readonly text: string; readonly mimeType: string }) {
  const json = mimeType.includes('markdown') || mimeType.includes('json') ? parse(text) : undefined
  if (json !== undefined) return <JsonTree value={json} />
  if (mimeType.includes('markdown')) return <Markdown text={text} />
  return <pre class="plain-text">{text.slice(0, 200_000)}</pre>
}

/** The value, if the text is an object or a list as JSON. */
function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 1_000_000) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function audienceOf(block: JsonMap): string {
  const annotations = own(block, 'annotations')
  const audience = isObject(annotations) ? own(annotations, 'audience') : undefined
  return Array.isArray(audience) ? audience.map((each) => `for the ${String(each)}`).join(', ') : ''
}
