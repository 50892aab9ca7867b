// Where each actor is at a moment: every actor walks its own legs, one per move, so that actors who move in turn by the
// rules glide together on the screen. It knows no canvas; the time is passed in.

/**
 * @import { Facing } from '../../../../types/protocol'
 * @import { Actor, Food, Reading } from './scene.js'
 */

/**
 * @typedef {{ from: Actor, to: Actor, start: number, end: number, flight: boolean, facing: Facing | null }} Leg
 * @typedef {{ at: number, scared: number, facing: Facing | null }} Mood
 * @typedef {{ actor: Actor, at: Actor, legs: Leg[], moods: Mood[] }} Track
 */

const FLIGHT = 420;
const LAG = 1.6;
const FADE = 140;
const POP = 900;

/** @param {number} part */
function ease(part) {
  return part < 0.5 ? 2 * part * part : 1 - (-2 * part + 2) ** 2 / 2;
}

/**
 * @param {Actor} from
 * @param {Actor} to
 * @returns {Facing | null}
 */
function direction(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'east' : 'west';
  if (dy !== 0) return dy > 0 ? 'south' : 'north';
  return null;
}

export class Stage {
  constructor() {
    /** @type {Reading | null} */
    this.reading = null;
    /** @type {Map<string, Track>} */
    this.tracks = new Map();
    /** @type {(Food & { at: number })[]} */
    this.leaving = [];
    /** @type {{ x: number, y: number, text: string, at: number }[]} */
    this.pops = [];
    this.end = 0;
    /** @type {number | null} */
    this.fallsAt = null;
  }

  /**
   * Shows a reading at once.
   * @param {Reading} reading
   */
  jump(reading) {
    this.reading = reading;
    this.tracks = new Map(reading.actors.map((actor) => [actor.key, { actor, at: actor, legs: [], moods: [] }]));
    this.leaving = [];
    this.pops = [];
    this.end = 0;
    this.fallsAt = reading.lost ? -Infinity : null;
  }

  /**
   * Goes from what is shown to a reading, in `pace` milliseconds per move. May be called while actors still walk: they
   * finish their legs first, faster if they are far behind.
   * @param {Reading} reading
   * @param {number} pace
   * @param {number} now
   */
  walk(reading, pace, now) {
    const before = this.reading;
    this.reading = reading;
    const eater = reading.actors.find((actor) => actor.kind === 'pacman');
    const track = eater && this.tracks.get(eater.key);
    const arrival = this.#leg(track, eater, pace, now) ?? now;
    for (const actor of reading.actors) {
      if (actor === eater) continue;
      const other = this.tracks.get(actor.key);
      if (!other) {
        this.tracks.set(actor.key, { actor, at: actor, legs: [], moods: [] });
        continue;
      }
      const caught = Math.hypot(actor.x - other.actor.x, actor.y - other.actor.y) > 1.01;
      const done = this.#leg(other, actor, pace, now, caught ? arrival : now);
      const turns = done === null ? arrival : now;
      other.moods.push({ at: turns, scared: actor.scared, facing: actor.facing });
      other.actor = actor;
    }
    for (const [key, bite] of before?.food ?? []) {
      if (!reading.food.has(key)) this.leaving.push({ ...bite, at: arrival - (arrival - now) * 0.35 });
    }
    const gain = reading.score - (before?.score ?? reading.score);
    if (gain >= 100 && eater) this.pops.push({ x: eater.x, y: eater.y, text: `+${gain}`, at: arrival });
    if (reading.lost && this.fallsAt === null) this.fallsAt = Math.max(arrival, this.#busyUntil());
    if (!reading.lost) this.fallsAt = null;
    this.end = Math.max(this.#busyUntil(), this.fallsAt === null ? 0 : this.fallsAt + FLIGHT);
  }

  #busyUntil() {
    return Math.max(0, ...[...this.tracks.values()].map((track) => track.legs.at(-1)?.end ?? 0));
  }

  /**
   * Adds a leg to a track if its actor has moved; returns when it ends, `null` if there is none.
   * @param {Track | undefined} track
   * @param {Actor | undefined} actor
   * @param {number} pace
   * @param {number} now
   */
  #leg(track, actor, pace, now, earliest = now) {
    if (!track || !actor) return null;
    const from = track.actor;
    track.actor = actor;
    if (from.x === actor.x && from.y === actor.y) {
      if (track.legs.length === 0) track.at = { ...track.at, facing: actor.facing ?? track.at.facing };
      return null;
    }
    const far = Math.hypot(actor.x - from.x, actor.y - from.y) > 1.01;
    const last = track.legs.at(-1);
    const start = Math.max(earliest, last?.end ?? 0);
    const late = start - now > pace * LAG;
    const duration = far ? Math.max(FLIGHT, pace) : late ? pace * 0.45 : pace;
    track.legs.push({
      from,
      to: actor,
      start,
      end: start + duration,
      flight: far,
      facing: far ? direction(from, actor) : (actor.facing ?? direction(from, actor)),
    });
    return start + duration;
  }

  /**
   * Is anything still moving?
   * @param {number} now
   */
  busy(now) {
    return (
      now < this.end || this.pops.some((pop) => now < pop.at + POP) || this.leaving.some((bite) => now < bite.at + FADE)
    );
  }

  /**
   * Are the actors still moving? Small things that fade do not count: the next move may begin.
   * @param {number} now
   */
  moving(now) {
    return now < this.end;
  }

  /**
   * What to draw at a moment.
   * @param {number} now
   */
  at(now) {
    const actors = [...this.tracks.values()].map((track) => this.#actorAt(track, now));
    this.leaving = this.leaving.filter((bite) => now < bite.at + FADE);
    this.pops = this.pops.filter((pop) => now < pop.at + POP);
    return {
      actors,
      leaving: this.leaving.map((bite) => ({ ...bite, rest: 1 - Math.max(0, now - bite.at) / FADE })),
      pops: this.pops.filter((pop) => now >= pop.at).map((pop) => ({ ...pop, part: (now - pop.at) / POP })),
      fall: this.fallsAt === null ? 0 : Math.min(1, Math.max(0, (now - this.fallsAt) / FLIGHT)),
    };
  }

  /**
   * @param {Track} track
   * @param {number} now
   */
  #actorAt(track, now) {
    let [leg] = track.legs;
    for (; leg && now >= leg.end; [leg] = track.legs) {
      track.at = { ...leg.to, facing: leg.facing, scared: track.at.scared };
      track.legs.shift();
    }
    for (let [mood] = track.moods; mood && now >= mood.at; [mood] = track.moods) {
      track.at = { ...track.at, scared: mood.scared, facing: mood.facing ?? track.at.facing };
      track.moods.shift();
    }
    if (!leg || now < leg.start) return { ...track.at, walking: 0, flight: false };
    const part = Math.min(1, Math.max(0, (now - leg.start) / (leg.end - leg.start)));
    const along = leg.flight ? ease(part) : part;
    return {
      ...track.at,
      x: leg.from.x + (leg.to.x - leg.from.x) * along,
      y: leg.from.y + (leg.to.y - leg.from.y) * along,
      facing: leg.facing,
      walking: part,
      flight: leg.flight,
    };
  }
}
