import { useMemo, useState } from 'preact/hooks'
import { formatBytes } from '../elements/format.js'

/** Types of pictures that a browser shows; a picture runs no scripts. */
const image = /^image\/(png|jpe?g|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/i
const audio = /^audio\/[\w.+-]{1,40}$/i

interface MediaProps {
  readonly base64: string
  readonly mimeType: string
}

/** A picture that came as base64. */
export function ImageView({ base64, mimeType }: MediaProps) {
  const [size, setSize] = useState('')
  const [isBroken, setBroken] = useState(false)
  if (!image.test(mimeType) || isBroken)
    return <FileLink base64={base64} name={`image.${mimeType.split('/')[1] ?? 'bin'}`} />
  return (
    <figure class="picture">
      <img
        src={`data:${mimeType};base64,${base64}`}
        alt="What the server sent"
        onError={() => setBroken(true)}
        onLoad={({ currentTarget }) => setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}, `)}
      />
      <figcaption>{`${mimeType}, ${size}${formatBytes(lengthOf(base64))}`}</figcaption>
    </figure>
  )
}

/** Sound that came as base64. */
export function AudioView({ base64, mimeType }: MediaProps) {
  if (!audio.test(mimeType)) return <FileLink base64={base64} name="audio.bin" />
  return (
    <figure class="picture">
      <audio controls src={`data:${mimeType};base64,${base64}`} />
      <figcaption>{`${mimeType}, ${formatBytes(lengthOf(base64))}`}</figcaption>
    </figure>
  )
}

/** Bytes that are not shown, to be saved as a file. */
export function FileLink({ base64, name }: { readonly base64: string; readonly name: string }) {
  const isValid = useMemo(() => /^[A-Za-z0-9+/]*={0,2}$/.test(base64.slice(0, 100_000)), [base64])
  if (!isValid) return <p class="soft">The bytes are not base64.</p>
  const file = name.replace(/[^\w.-]/g, '_').slice(-60) || 'file'
  return (
    <p>
      <a href={`data:application/octet-stream;base64,${base64}`} download={file}>
        {`Save ${file}`}
      </a>{' '}
      <span class="soft">{formatBytes(lengthOf(base64))}</span>
    </p>
  )
}

function lengthOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
}
