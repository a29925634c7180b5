import { describe, expect, test } from 'vitest'
import { MessageCounts } from './message-counts.js'

const head = (count: number, id = `m${count}`) => ({ count, id })

describe('messages that come', () => {
  test('follow each other, or others are missing', () => {
    const counts = new MessageCounts()
    expect(counts.last).toBeUndefined()
    const missing = [5, 6, 8, 8, 3, 4].map((count) => counts.received(head(count)))
    expect(missing).toEqual([false, false, true, true, true, false])
    expect(counts.last).toEqual(head(4))
  })

  test('have numbers of their sender', () => {
    const counts = new MessageCounts()
    const orders = [7, 8, 8, 7, 10, 11].map((number) => counts.numbered('a', number))
    expect(orders).toEqual(['next', 'next', 'old', 'old', 'gap', 'next'])
    expect([counts.numbered('b', 3), counts.numbered('a', 12)]).toEqual(['next', 'next'])
  })

  test('are known of the last 10,000 senders', () => {
    const counts = new MessageCounts()
    counts.numbered('first', 5)
    counts.numbered('second', 5)
    for (let sender = 0; sender < 9_998; sender += 1) counts.numbered(`s${sender}`, 1)
    expect(counts.numbered('first', 5)).toBe('old')
    counts.numbered('first', 6)
    counts.numbered('one more', 1)
    expect([counts.numbered('first', 6), counts.numbered('second', 5)]).toEqual(['old', 'next'])
  })
})

describe('the count that is read', () => {
  test('is taken where nothing is known', () => {
    const counts = new MessageCounts()
    expect([counts.read(head(5), undefined), counts.last]).toEqual([false, head(5)])
    expect([counts.read(head(9), undefined), counts.last]).toEqual([false, head(5)])
  })

  test('says nothing of what came while it was asked for first', () => {
    const counts = new MessageCounts()
    counts.received(head(7))
    expect([counts.read(head(6), undefined), counts.last]).toEqual([false, head(7)])
  })

  test('is no loss where it is the last message', () => {
    const counts = new MessageCounts()
    counts.received(head(5))
    expect([counts.read(head(5), counts.last), counts.read(head(5), counts.last)]).toEqual([false, false])
  })

  test('gives messages until the next look to come', () => {
    const counts = new MessageCounts()
    counts.received(head(5))
    expect(counts.read(head(7), counts.last)).toBe(false)
    counts.received(head(6))
    counts.received(head(7))
    expect(counts.read(head(7), counts.last)).toBe(false)
  })

  test('says once that some have not come by then', () => {
    const counts = new MessageCounts()
    counts.received(head(5))
    counts.read(head(7), counts.last)
    counts.received(head(6))
    expect([counts.read(head(8), counts.last), counts.last]).toEqual([true, head(7)])
    counts.received(head(8))
    expect(counts.read(head(8), counts.last)).toBe(false)
  })

  test('that goes back is that of a Redis that lost some', () => {
    const counts = new MessageCounts()
    counts.received(head(5))
    expect([counts.read(head(3), counts.last), counts.last]).toEqual([true, head(3)])
    expect(counts.read(head(3), counts.last)).toBe(false)
  })

  test('with another id is that of a Redis that lost some', () => {
    const counts = new MessageCounts()
    counts.received(head(5))
    expect([counts.read(head(5, 'another'), counts.last), counts.last]).toEqual([true, head(5, 'another')])
  })

  test('that goes back is old where a message came meanwhile', () => {
    const counts = new MessageCounts()
    counts.received(head(5))
    const before = counts.last
    counts.received(head(6))
    expect([counts.read(head(4), before), counts.last]).toEqual([false, head(6)])
  })
})
