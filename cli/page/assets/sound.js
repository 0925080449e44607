// Sounds, for who wants them: made on the spot, so that no file is needed.

/** @type {AudioContext | null} */
let device = null;

/** A knock of so many hertz, as of a tile that is laid down. */
export function knock(pitch) {
  device ||= new AudioContext();
  const [tone, volume, now] = [device.createOscillator(), device.createGain(), device.currentTime];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.2, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.08);
  tone.connect(volume).connect(device.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
