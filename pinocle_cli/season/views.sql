-- What people ask of a season. The standings of `pinocle standings` are drawn from the same views.

-- A player (or the kitty) in a session: what became of his games, and what he has to show for them.
CREATE VIEW took_part AS
SELECT
    s.id AS session_id, s.game, s.rules, s.unit, s.played_on, s.event, t.seat, t.player, t.account, t.is_player,
    coalesce(g.won, 0) AS won, coalesce(g.lost, 0) AS lost, coalesce(g.drawn, 0) AS drawn,
    coalesce(g.undecided, 0) AS undecided, t.deals, t.score, t.settled, t.faults
FROM sessions s
JOIN seats t ON t.session_id = s.id
LEFT JOIN (
    SELECT
        session_id, seat,
        sum(CASE WHEN outcome = 'won' THEN 1 ELSE 0 END) AS won,
        sum(CASE WHEN outcome = 'lost' THEN 1 ELSE 0 END) AS lost,
        sum(CASE WHEN outcome = 'drawn' THEN 1 ELSE 0 END) AS drawn,
        sum(CASE WHEN outcome = 'undecided' THEN 1 ELSE 0 END) AS undecided
    FROM games
    GROUP BY session_id, seat
) g ON g.session_id = t.session_id AND g.seat = t.seat;

-- What each player has done at each game, by each set of house rules.
CREATE VIEW standings AS
SELECT
    game, rules, player, is_player, unit,
    sum(won + lost + drawn) AS games, sum(won) AS won, sum(drawn) AS drawn, sum(lost) AS lost,
    sum(undecided) AS undecided, sum(deals) AS deals, sum(score) AS score, sum(settled) AS settled,
    sum(faults) AS faults
FROM took_part
GROUP BY game, rules, player, unit, is_player;

-- Partners: what two players have done together, where a score is kept for a side.
CREATE VIEW partnerships AS
SELECT
    a.game, a.rules, a.player, b.player AS partner, a.unit,
    sum(a.won + a.lost + a.drawn) AS games, sum(a.won) AS won, sum(a.drawn) AS drawn, sum(a.lost) AS lost,
    sum(a.undecided) AS undecided, sum(a.deals) AS deals, sum(a.score) AS score
FROM took_part a
JOIN took_part b ON b.session_id = a.session_id AND b.account = a.account AND b.seat <> a.seat
WHERE a.player < b.player
GROUP BY a.game, a.rules, a.player, b.player, a.unit;

-- One player against another: the games that one of them won and the other lost, or that were drawn.
CREATE VIEW head_to_head AS
SELECT
    s.game, s.rules, p.player, q.player AS opponent,
    count(*) AS games,
    sum(CASE WHEN g.outcome = 'won' THEN 1 ELSE 0 END) AS won,
    sum(CASE WHEN g.outcome = 'drawn' THEN 1 ELSE 0 END) AS drawn,
    sum(CASE WHEN g.outcome = 'lost' THEN 1 ELSE 0 END) AS lost
FROM games g
JOIN games h ON h.session_id = g.session_id AND h.nth = g.nth AND h.seat <> g.seat
    AND (g.outcome = 'drawn' OR g.outcome <> h.outcome)
JOIN sessions s ON s.id = g.session_id
JOIN seats p ON p.session_id = g.session_id AND p.seat = g.seat
JOIN seats q ON q.session_id = h.session_id AND q.seat = h.seat
WHERE p.account <> q.account
GROUP BY s.game, s.rules, p.player, q.player;

-- Every payment both ways, so that a sum is a balance.
CREATE VIEW balances AS
SELECT p.session_id, s.game, s.played_on, s.event, p.payee AS player, p.payer AS other, p.amount, p.unit
FROM payments p JOIN sessions s ON s.id = p.session_id
UNION ALL
SELECT p.session_id, s.game, s.played_on, s.event, p.payer AS player, p.payee AS other, -p.amount AS amount, p.unit
FROM payments p JOIN sessions s ON s.id = p.session_id;

-- Who pays whom over the season, what went the other way deducted.
CREATE VIEW who_pays_whom AS
SELECT game, unit, other AS payee, player AS payer, -sum(amount) AS amount
FROM balances
GROUP BY game, unit, other, player
HAVING sum(amount) < 0;

-- Contracts bid and made.
CREATE VIEW contracts_made AS
SELECT
    s.game, s.rules, coalesce(t.player, c.bidder) AS bidder,
    count(*) AS contracts,
    sum(CASE WHEN c.made = 1 THEN 1 ELSE 0 END) AS made,
    sum(CASE WHEN c.made = 0 THEN 1 ELSE 0 END) AS failed,
    avg(c.bid) AS average_bid,
    max(CASE WHEN c.made = 1 THEN c.bid END) AS highest_made
FROM contracts c
JOIN sessions s ON s.id = c.session_id
LEFT JOIN seats t ON t.session_id = c.session_id AND t.written = c.bidder
GROUP BY s.game, s.rules, coalesce(t.player, c.bidder);

-- Faults by rule: of play, and of the record (`record.claim` is a wrong sum, the scorer's and not a player's).
CREATE VIEW faults_by_rule AS
SELECT s.game, f.rule, f.player, count(*) AS faults
FROM findings f JOIN sessions s ON s.id = f.session_id
WHERE f.severity = 'fault'
GROUP BY s.game, f.rule, f.player;

-- One line a session, in the order of date.
CREATE VIEW sessions_played AS
SELECT
    s.id AS session_id, s.played_on, s.written_date, s.event, s.place, s.game, s.rules,
    (SELECT count(*) FROM deals d WHERE d.session_id = s.id) AS deals,
    s.winner, s.result_rule,
    (SELECT min(f.path) FROM stands b JOIN files f ON f.id = b.file_id WHERE b.session_id = s.id) AS file_path
FROM sessions s;

-- What each player did on each day (or at each event) at each game.
CREATE VIEW evenings AS
SELECT
    played_on, event, game, rules, player, unit,
    sum(won + lost + drawn) AS games, sum(won) AS won, sum(drawn) AS drawn, sum(lost) AS lost,
    sum(undecided) AS undecided, sum(deals) AS deals, sum(score) AS score, sum(settled) AS settled
FROM took_part
WHERE is_player = 1
GROUP BY played_on, event, game, rules, player, unit;
