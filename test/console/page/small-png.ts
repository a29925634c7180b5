import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

interface Indexed {
  readonly width: number
  readonly height: number
  /** Red, green and blue of each colour. */
  readonly palette: readonly number[]
  /** A byte for each pixel, in base64. */
  readonly pixels: string
}

/** Makes a picture of a page with at most 256 colours: half as large, and no eye sees it. */
export async function smallPng(page: Page): Promise<Buffer> {
  const png = await page.screenshot()
  const blank = await page.context().newPage()
  const { width, height, palette, pixels } = await blank.evaluate(toIndexed, png.toString('base64'))
  await blank.close()
  const rows = Buffer.from(pixels, 'base64')
  const lines = Array.from({ length: height }, (_, y) => [Buffer.from([0]), rows.subarray(y * width, (y + 1) * width)])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(Buffer.concat(lines.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Runs in a page: the 256 colours that occur most, and for every pixel the nearest of them. */
async function toIndexed(base64: string): Promise<Indexed> {
  const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes]))
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const colours = new Uint32Array(width * height).map(
    (_, at) => ((data[at * 4] ?? 0) << 16) | ((data[at * 4 + 1] ?? 0) << 8) | (data[at * 4 + 2] ?? 0),
  )
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const split = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const
  // A small dot of a strong colour says more than the edges of many letters.
  const weightOf = ([colour, count]: readonly [number, number]) =>
    count * (1 + Math.max(...split(colour)) - Math.min(...split(colour)))
  const chosen = [...counts]
    .sort((left, right) => weightOf(right) - weightOf(left))
    .slice(0, 256)
    .map(([colour]) => colour)
  const indexes = new Map<number, number>()
  for (const colour of counts.keys()) {
    const [r, g, b] = split(colour)
    const distances = chosen.map((each) => {
      const [x, y, z] = split(each)
      return (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2
    })
    indexes.set(colour, distances.indexOf(Math.min(...distances)))
  }
  const pixels = Uint8Array.from(colours, (colour) => indexes.get(colour) ?? 0)
  const texts = Array.from({ length: height }, (_, y) =>
    String.fromCharCode(...pixels.subarray(y * width, (y + 1) * width)),
  )
  return { width, height, palette: chosen.flatMap(split), pixels: btoa(texts.join('')) }
}
