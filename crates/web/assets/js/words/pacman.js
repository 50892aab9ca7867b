// Words of the area "pacman", in both languages.

export const en = {
  board: '{title}, the maze',
  level: 'Level', score: 'Score', food: 'Food left', capsules: 'Capsules', scared: 'Scared for',
  place: 'column {x}, row {y}',
  at: 'Pac-Man is at {place}.',
  ghost: 'Ghost {number} is at {place}.',
  'scared-ghost': 'Ghost {number} is at {place}, scared for {moves} more moves.',
  counts: 'Score {score}, food left {food}.',
  won: 'Pac-Man has won.', lost: 'Pac-Man has lost.',
  keys: 'Move with the arrow keys or W, A, S, D; the space bar stays.',
  heat: 'what it would be worth to stand there',
  reach: 'Squares: where each ghost can be; the paler, the later.',
  reached: 'Ghost {number}: {moves}',
};

export const fa = {
  board: '{title}، هزارتو',
  level: 'مرحله', score: 'امتیاز', food: 'غذای مانده', capsules: 'کپسول', scared: 'ترس تا',
  place: 'ستون {x}، ردیف {y}',
  at: 'پک‌من در {place} است.',
  ghost: 'روح {number} در {place} است.',
  'scared-ghost': 'روح {number} در {place} است و تا {moves} حرکت دیگر می‌ترسد.',
  counts: 'امتیاز {score}، غذای مانده {food}.',
  won: 'پک‌من برد.', lost: 'پک‌من باخت.',
  keys: 'با کلیدهای جهت یا W، A، S، D حرکت کنید؛ فاصله یعنی ایستادن.',
  heat: 'ارزش ایستادن در آن خانه',
  reach: 'مربع‌ها: جایی که هر روح می‌تواند باشد؛ هرچه کم‌رنگ‌تر، دیرتر.',
  reached: 'روح {number}: {moves}',
};
